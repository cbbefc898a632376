import { fromPromise } from 'xstate'
import { createDownloadMachine, type OutcomesRequest } from '../../machines/shell/download.machine.ts'
import { saveFile } from '../browser/save-file.ts'
import { handover } from '../contract/operations/handover.ts'
import type { Http } from '../http/client.ts'

/** How conversations ended, as a file; days begin at the viewer's midnight. */
export const provideOutcomesDownload = (http: Http, timeZone: () => string, document: Document) =>
  createDownloadMachine<OutcomesRequest>().provide({
    actors: {
      run: fromPromise<void, { request: OutcomesRequest }>(async ({ input: { request } }) => {
        const { organizationId, days } = request
        const query = { days, time_zone: timeZone() }
        saveFile(
          document,
          'outcomes.csv',
          await http.file(handover.exportOutcomes, { organizationId }, { query }),
        )
      }),
    },
    actions: { refresh: () => {} },
  })
