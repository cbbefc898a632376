import { crawlMachine } from '../../src/machines/knowledge/crawl.machine.ts'
import { modelOfSourceForm } from './source-form.model.ts'

const PAGE = { url: 'https://help.example.com/', title: 'Help', depth: 0 }

export const crawlModel = modelOfSourceForm(crawlMachine, {
  opened: { knowledgeBaseId: 'k1' },
  fields: [
    { name: 'url', value: PAGE.url },
    { name: 'url', value: 'help' },
    { name: 'kind', value: 'site' },
    { name: 'left', value: [PAGE.url] },
  ],
  found: { pages: [PAGE], skipped: [], is_whole: true, error: null },
  nothing: { pages: [], skipped: [], is_whole: true, error: null },
})
