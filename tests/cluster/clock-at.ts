/** Preloaded: all that the server asks for the time is this. The clock begins there at its start. */
export const clockAt = (time: string, ahead = 0) => {
  const script = `
    const RealDate = Date;
    const shift = ${Date.parse(time) + ahead} - RealDate.now();
    globalThis.Date = class extends RealDate {
      constructor(...parts) { super(...(parts.length > 0 ? parts : [RealDate.now() + shift])); }
      static now() { return RealDate.now() + shift; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};
