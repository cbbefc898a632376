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
    const stopKeys = tinykeys(window, bindings(all.filter((command) => !isChord(command))), {
      ignore: isTaken,
    })
    return () => {
      stopChords()
      stopKeys()
    }
  }, [commands])
}
