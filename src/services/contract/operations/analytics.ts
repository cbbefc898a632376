import * as z from 'zod/mini'
import { GapList, GapPatch, GapStatus, Period, SourceAnalytics, UsageSeries } from '../analytics.ts'
import { Acknowledged } from '../common.ts'
import { EXAMPLE_IDS } from './examples.ts'
import { operation } from './operation.ts'
import { READ, TRIAGE, WRITE } from './phrases.ts'

/** Questions asked in an organization, and the documents that answered them. */
export const analytics = {
  usageSeries: operation('GET /api/v1/organizations/:organizationId/usage/series', UsageSeries, {
    summary: 'Get the number of questions per day',
    may: 'read',
    keys: READ,
    query: Period,
    example: { query: { days: '30' } },
  }),
  sources: operation('GET /api/v1/organizations/:organizationId/sources', SourceAnalytics, {
    summary: 'Get the documents that answers cite',
    may: 'read',
    keys: READ,
    query: Period,
    example: { query: { days: '30' } },
  }),
  gaps: operation('GET /api/v1/organizations/:organizationId/gaps', GapList, {
    summary: 'List unanswered questions',
    may: 'read',
    keys: READ,
    query: z.object({ status: z._default(GapStatus, 'open') }),
    example: { query: { status: 'open' } },
  }),
  settleGaps: operation('PATCH /api/v1/organizations/:organizationId/gaps', Acknowledged, {
    summary: 'Close or reopen a gap',
    may: 'edit',
    keys: WRITE,
    unaudited: TRIAGE,
    body: GapPatch,
    example: { body: { answer_ids: [EXAMPLE_IDS.message], status: 'ignored' } },
  }),
}
