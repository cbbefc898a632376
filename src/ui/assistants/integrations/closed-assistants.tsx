import { ClosedThings } from '../../knowledge/readers/closed-things.tsx'
import { ReadersDialog } from '../../knowledge/readers/readers-dialog.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'

/** The assistants that the person manages but cannot use, and who can. */
export function ClosedAssistants() {
  const readers = useViewActor(useProvided('changeReaders'))
  return (
    <>
      <ClosedThings of="assistant" actor={readers} />
      <ReadersDialog actor={readers} />
    </>
  )
}
