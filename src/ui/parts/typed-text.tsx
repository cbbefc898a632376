import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useState } from 'react'
import { holdLeaving } from '../../machines/shell/navigation/leaving.ts'
import { selectHasChanges } from '../../machines/shell/navigation/navigation.selectors.ts'
import { useActors } from '../actors.ts'
import { useViewActor } from '../view-actor.ts'
import type { AnyFormRef } from './form.tsx'

/** What was typed since the dialog opened is lost neither by Escape nor, without a question, by Back. */
export function TypedText({ actor, changed }: { actor: AnyFormRef; changed: RefObject<boolean> }) {
  const { navigation } = useActors()
  const values = useSelector(actor, ({ context }) => context.values) as Readonly<Record<string, unknown>>
  const busy = useSelector(actor, (form) => form.hasTag('busy'))
  const [first] = useState(values)
  // The page behind may be holding already; it goes on when the dialog has closed.
  const [isHeld] = useState(() => selectHasChanges(navigation.getSnapshot()))
  const isChanged = Object.keys(values).some((name) => values[name] !== first[name])
  useEffect(() => {
    changed.current = isChanged
    return () => {
      changed.current = false
    }
  }, [changed, isChanged])
  return isChanged && !busy && !isHeld ? <HoldLeaving /> : null
}

function HoldLeaving() {
  useViewActor(holdLeaving)
  return null
}
