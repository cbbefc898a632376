import { useSelector } from '@xstate/react'
import { Download } from 'lucide-react'
import type { OutcomesRequest } from '../../../machines/shell/download.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'

/** The figures by day, assistant and channel, as a table. */
export function ExportOutcomes(request: OutcomesRequest) {
  const download = useViewActor(useProvided('outcomesDownload'))
  const busy = useSelector(download, (file) => file.hasTag('busy'))
  return (
    <Button size="sm" disabled={busy} onClick={() => download.send({ type: 'operation.requested', request })}>
      <Download aria-hidden />
      {t('Export as CSV')}
    </Button>
  )
}
