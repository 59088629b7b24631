// The build copies it: nothing is read at the start.
/** The version of this program, as in 1.0.0. */
export { version } from '../../../package.json' with { type: 'json' };
