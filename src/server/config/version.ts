import packageFile from '../../../package.json' with { type: 'json' };

/** The version of this program, as in 1.0.0. The build copies it: nothing is read at the start. */
export const version: string = packageFile.version;
