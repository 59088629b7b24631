const names = new Map<string, string>();

/** The name under which a connection prepares a compiled query, so that PostgreSQL parses and plans it only once. */
export function statementName(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
}
