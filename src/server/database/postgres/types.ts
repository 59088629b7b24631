import pg from 'pg';

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
const { BOOL, INT8, NUMERIC } = pg.types.builtins;

/** As SQLite answers: counts and sums are numbers, conditions 0 or 1. No number of the tables is larger than a double holds exactly. */
export const numberTypes: pg.CustomTypesConfig = {
  getTypeParser(id: TypeId, format?: 'text' | 'binary') {
    if (id === INT8 || id === NUMERIC) return Number;
    if (id === BOOL) return (text: string) => Number(text === 't');
    return pg.types.getTypeParser(id, format);
  },
};
