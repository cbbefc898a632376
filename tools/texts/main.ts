import { parseArgs } from 'node:util'
import { LANGUAGES } from '../../src/texts/language.ts'
import { writeCatalogues } from './catalogues.ts'
import { changedSince } from './since.ts'

/**
 * `npm run texts`: syncs the catalogues with the app's texts; empty ones await translation.
 * `npm run texts -- --since <commit>` prints visible texts that have changed since that commit.
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
