import type { crawlMachine } from '../../src/machines/crawl/crawl.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { refused } from './form.model.ts'

const PAGE = { url: 'https://help.example.com/', title: 'Help', depth: 0 }
export const FOUND = { pages: [PAGE], skipped: [], is_whole: true, error: null }
export const NOTHING = { pages: [], skipped: [], is_whole: true, error: null }

export const crawlModel: Model<typeof crawlMachine> = {
  events: () => [
    { type: 'form.opened', knowledgeBaseId: 'k1' },
    { type: 'field.changed', name: 'url', value: PAGE.url },
    { type: 'field.changed', name: 'url', value: 'help' },
    { type: 'field.changed', name: 'kind', value: 'site' },
    { type: 'form.submitted' },
    { type: 'import.requested' },
    { type: 'rules.requested' },
    { type: 'form.closed' },
  ],
  answers: () => ({ preview: [FOUND, NOTHING, refused], addSource: [{ id: 's1' }, refused] }),
  unhandled: [
    never(
      ['form.opened'],
      ['editing', 'previewing', 'previewed', 'adding'],
      'The dialog lies over what opens it.',
    ),
    never(
      ['field.changed', 'form.submitted', 'import.requested', 'rules.requested'],
      ['closed'],
      'There is nothing to type into.',
    ),
    never(
      ['import.requested', 'rules.requested'],
      ['editing', 'previewing'],
      'Both are offered below the pages that were found.',
    ),
    never(['field.changed'], ['previewed'], 'The fields are not shown beside what was found.'),
    harmless(['rules.requested'], ['adding'], 'It is being added.'),
    harmless(['form.submitted'], ['previewing', 'adding'], 'The server is being asked already.'),
    harmless(['form.submitted'], ['previewed'], 'What was found is shown already.'),
    harmless(['import.requested'], ['adding'], 'It is being added.'),
    harmless(['form.closed'], ['closed'], 'It is closed already.'),
    harmless(['form.closed'], ['adding'], 'S2.42: while submitting, cancel, close and Escape do nothing.'),
  ],
  key: ({ context: { values, preview, fieldErrors, error } }) => [
    values.url,
    values.kind,
    preview !== null,
    Object.keys(fieldErrors),
    error,
  ],
}
