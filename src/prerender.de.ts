import './texts/de.ts'

/** Run by the build, as src/prerender.tsx is: the same pages in German. */
export * from './prerender.tsx'
