import { createDownloadMachine } from '../../machines/shell/download.machine.ts'
import { saveFile } from '../browser/save-file.ts'
import { handover } from '../contract/operations/handover.ts'
import type { Http } from '../http/client.ts'
import { provideOperation } from '../shared/changes.provide.ts'

interface OutcomesRequest {
  readonly organizationId: string
  readonly days: number
}

/** How conversations ended, as a file; days begin at the viewer's midnight. */
export const provideOutcomesDownload = (http: Http, timeZone: () => string, document: Document) =>
  provideOperation(createDownloadMachine<OutcomesRequest>(), async ({ organizationId, days }) => {
    const query = { days, time_zone: timeZone() }
    saveFile(
      document,
      'outcomes.csv',
      await http.file(handover.exportOutcomes, { organizationId }, { query }),
    )
  })
