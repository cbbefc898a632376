import { LANGUAGES } from '../../src/texts/language.ts'
import { writeCatalogues } from './catalogues.ts'

/** `npm run texts`: brings the catalogues in line with the texts of the app; empty ones wait for a translation. */
for (const language of LANGUAGES) if (language !== 'en') writeCatalogues(language)
