import { type EventObject, fromCallback } from 'xstate'
import { unsentOf } from '../knowledge/upload.setup.ts'
import type { WorkspaceRef } from './workspace.machine.ts'

/** Tells the parent how many files the uploads still hold, now and whenever that changes. */
export const countUnsentFiles = fromCallback<EventObject>(({ system, sendBack }) => {
  const workspace: WorkspaceRef | undefined = system.get('workspace')
  const uploads = Object.values(workspace?.getSnapshot().context.uploads ?? {})
  const tell = () =>
    sendBack({
      type: 'unsentFiles.counted',
      count: uploads.reduce((count, upload) => count + unsentOf(upload.getSnapshot().context).length, 0),
    })
  tell()
  const reports = uploads.map((upload) => upload.subscribe(tell))
  return () => {
    for (const report of reports) report.unsubscribe()
  }
})
