/**
 * What is used of `node:sqlite`. The types of Node are those of Node 20, the oldest that runs the app, so that nothing else of a newer one is used
 * by mistake.
 */
declare module 'node:sqlite' {
  export type Value = null | number | bigint | string | Uint8Array;

  export class DatabaseSync {
    constructor(file: string, options: { readOnly: boolean; timeout: number });
    readonly isOpen: boolean;
    readonly isTransaction: boolean;
    prepare(sql: string): StatementSync;
    exec(sql: string): void;
    close(): void;
  }

  export interface StatementSync<Row = Record<string, Value>> {
    columns(): { name: string }[];
    setReturnArrays(returnArrays: boolean): void;
    all(...parameters: Value[]): Row[];
    get(...parameters: Value[]): Row | undefined;
    iterate(...parameters: Value[]): IterableIterator<Row>;
    run(...parameters: Value[]): { changes: number | bigint };
  }
}
