import { parseArgs } from 'node:util'
import { LANGUAGES } from '../../src/texts/language.ts'
import { writeCatalogues } from './catalogues.ts'
import { changedSince } from './since.ts'

/**
 * `npm run texts`: brings the catalogues in line with the texts of the app; empty ones wait for a translation.
 * `npm run texts -- --since <commit>` prints what people read otherwise than at that commit.
 */
const { values } = parseArgs({ options: { since: { type: 'string' } } })
if (values.since === undefined)
  for (const language of LANGUAGES) {
    if (language !== 'en') writeCatalogues(language)
  }
else
  console.log(
    ['| text | before | after |', '| --- | --- | --- |', ...(await changedSince(values.since))].join('\n'),
  )
