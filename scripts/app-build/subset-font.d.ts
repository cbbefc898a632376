declare module 'subset-font' {
  interface Options {
    readonly targetFormat?: 'sfnt' | 'woff' | 'woff2'
    readonly keepFeatures?: readonly string[]
    readonly keepAllGlyphs?: boolean
    readonly noHinting?: boolean
    readonly variationAxes?: Readonly<Record<string, { min: number; max: number }>>
  }
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: Options,
  ): Promise<Buffer>
}
