/** Reads the TOML of our own templates: tables, arrays of tables, dotted keys, and one-line values that are JSON too. Throws at anything else. */
export type Toml = { [key: string]: Toml | TomlValue };
type TomlValue = string | number | boolean | TomlValue[] | Toml[];

export function readToml(text: string): Toml {
  const whole: Toml = {};
  let table = whole;
  for (const line of text.split('\n').map((one) => one.replace(/(^|\s)#[^"]*$/, '').trim())) {
    const [, list, listPath = ''] = /^(\[\[)([\w.-]+)\]\]$/.exec(line) ?? [];
    const [, path] = /^\[([\w.-]+)\]$/.exec(line) ?? [];
    const [, key = '', value] = /^([\w.-]+) *= *(.+)$/.exec(line) ?? [];
    if (list !== undefined) {
      const keys = listPath.split('.');
      const parent = tableAt(whole, keys.slice(0, -1));
      const tables = (parent[keys.at(-1) ?? ''] ??= []) as Toml[];
      tables.push((table = {}));
    } else if (path !== undefined) table = tableAt(whole, path.split('.'));
    else if (value !== undefined) {
      const keys = key.split('.');
      const parent = tableAt(table, keys.slice(0, -1));
      const last = keys.at(-1) ?? '';
      if (Object.hasOwn(parent, last)) throw new Error(`TOML: ${key} stands twice`);
      parent[last] = JSON.parse(value) as TomlValue;
    } else if (line !== '') throw new Error(`TOML: ${line}`);
  }
  return whole;
}

function tableAt(whole: Toml, keys: readonly string[]): Toml {
  return keys.reduce((table, key) => (table[key] ??= {}) as Toml, whole);
}
