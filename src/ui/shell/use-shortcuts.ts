import { useEffect } from 'react'
import { defaultKeybindingsHandlerIgnore, tinykeys } from 'tinykeys'
import type { Command } from '../shell-actors.ts'
import type { Commands } from './commands.ts'

type WithKeys = Command & { readonly keys: string }

/** The commands that have a shortcut. */
export const withKeys = (commands: Commands) =>
  Object.values(commands)
    .flat()
    .filter((command): command is WithKeys => command.keys !== undefined)

const isChord = ({ keys }: WithKeys) => /^(Control|Alt)\+/.test(keys)

/** Bare keys are somebody's typing in a field, and belong to an open menu, list or dialog. */
const isTaken = (event: KeyboardEvent) =>
  defaultKeybindingsHandlerIgnore(event) ||
  (event.target as Element).closest?.('[role="menu"], [role="dialog"]') !== null

/** How long tinykeys waits for the second key of a sequence. */
const SEQUENCE_WITHIN = 1_000 // ms

/** Whether a key ends a sequence, and is no shortcut by itself: `g a` goes to a page, and assigns nothing. */
function createSequences(commands: readonly WithKeys[]) {
  const firsts = new Set(commands.flatMap(({ keys }) => (keys.includes(' ') ? [keys.split(' ')[0]] : [])))
  let began = Number.NEGATIVE_INFINITY
  return {
    isWithin: ({ timeStamp }: KeyboardEvent) => timeStamp - began < SEQUENCE_WITHIN,
    note({ key, timeStamp }: KeyboardEvent) {
      began = firsts.has(key) ? timeStamp : Number.NEGATIVE_INFINITY
    },
  }
}

const bindings = (commands: readonly WithKeys[]) =>
  Object.fromEntries(
    commands.flatMap((command) => {
      const press = (event: KeyboardEvent) => {
        event.preventDefault()
        command.run()
      }
      // S2.23: Ctrl and Cmd on every system.
      return [...new Set([command.keys, command.keys.replace('Control+', 'Meta+')])].map((keys) => [
        keys,
        press,
      ])
    }),
  )

/** Listens for the shortcuts of all commands: chords wherever the caret is, bare keys where nobody types. */
export function useShortcuts(commands: Commands) {
  useEffect(() => {
    const all = withKeys(commands)
    const stopChords = tinykeys(window, bindings(all.filter(isChord)), { ignore: () => false })
    const sequences = createSequences(all)
    const isSequence = ({ keys }: WithKeys) => keys.includes(' ')
    const bare = all.filter((command) => !isChord(command))
    const stopSingle = tinykeys(window, bindings(bare.filter((command) => !isSequence(command))), {
      ignore: (event) => isTaken(event) || sequences.isWithin(event),
    })
    const stopKeys = tinykeys(window, bindings(bare.filter(isSequence)), { ignore: isTaken })
    // After the others have heard it.
    window.addEventListener('keydown', sequences.note)
    return () => {
      stopChords()
      stopSingle()
      stopKeys()
      window.removeEventListener('keydown', sequences.note)
    }
  }, [commands])
}
