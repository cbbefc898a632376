import { ClosedThings } from '../../knowledge/readers/closed-things.tsx'
import { ReadersDialog } from '../../knowledge/readers/readers-dialog.tsx'
import { useProvidedActor } from '../../provided.ts'

/** The assistants that the person manages but cannot use, and who can. */
export function ClosedAssistants() {
  const readers = useProvidedActor('changeReaders')
  return (
    <>
      <ClosedThings of="assistant" actor={readers} />
      <ReadersDialog actor={readers} />
    </>
  )
}
