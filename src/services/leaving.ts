import type { NavigationRef } from '../machines/navigation/navigation.machine.ts'
import type { LeavingAnswer } from '../machines/navigation/navigation.types.ts'

/** What was typed and is not saved: who holds it, and who asks before it goes. The navigation machine decides. */
export function createLeaving(navigation: NavigationRef) {
  let count = 0
  const changesFinished = () => navigation.send({ type: 'changes.finished' })

  return {
    changesFinished,

    /** From the first change of a form until what this gives is called. */
    hold() {
      navigation.send({ type: 'changes.started' })
      return changesFinished
    },

    /** Answers whether what is shown may go: at once where nothing is held. What this gives withdraws the question. */
    ask(answer: (answer: { type: LeavingAnswer['type'] }) => void) {
      count += 1
      const id = `leaving-${count}`
      const heard = (['leaving.granted', 'leaving.refused'] as const).map((type) =>
        navigation.on(type, (said) => {
          if (said.id !== id) return
          end()
          answer({ type })
        }),
      )
      const end = () => {
        for (const subscription of heard) subscription.unsubscribe()
      }
      navigation.send({ type: 'leaving.requested', id })
      return () => {
        end()
        navigation.send({ type: 'leaving.withdrawn', id })
      }
    },
  }
}

export type Leaving = ReturnType<typeof createLeaving>
