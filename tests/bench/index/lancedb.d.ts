/** The parts that the bench uses of a package that is not a dependency: install it by hand, on a supported platform. */
declare module '@lancedb/lancedb' {
  type Condition = { readonly kind: 'query' }
  type Row = Record<string, unknown>
  /** A named column, read row by row. */
  type Column = { get(row: number): unknown }

  export interface Query {
    where(condition: string): this
    select(columns: string[]): this
    limit(count: number): this
    fullTextSearch(query: Condition): this
    distanceType(type: 'cosine'): this
    refineFactor(factor: number): this
    toArray(): Promise<Row[]>
    toArrow(): Promise<{ numRows: number; getChild(name: string): Column | null }>
  }
  export interface Table {
    add(rows: Row[]): Promise<unknown>
    delete(condition: string): Promise<unknown>
    countRows(): Promise<number>
    query(): Query
    vectorSearch(vector: Float32Array): Query
    listIndices(): Promise<{ columns: string[] }[]>
    createIndex(column: string, options: { config: Index }): Promise<void>
    optimize(options: { cleanupOlderThan: Date }): Promise<unknown>
  }
  export interface Connection {
    openTable(name: string): Promise<Table>
    createTable(name: string, rows: Row[], options?: { mode: 'overwrite' }): Promise<Table>
    close(): void
  }
  export function connect(
    uri: string,
    options: { storageOptions?: Record<string, string> },
  ): Promise<Connection>

  export class Index {
    private constructor()
    static fts(options: Record<string, string | number | boolean>): Index
    static ivfPq(options: { distanceType: 'cosine' }): Index
  }
  export enum Occur {
    Should = 'SHOULD',
  }
  export class MatchQuery implements Condition {
    constructor(term: string, column: string, options: { boost: number })
    readonly kind: 'query'
  }
  export class BooleanQuery implements Condition {
    constructor(parts: [Occur, MatchQuery][])
    readonly kind: 'query'
  }
}
