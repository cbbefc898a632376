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

/** Bare keys are text in a field, and belong to an open menu, list or dialog. */
const isTaken = (event: KeyboardEvent) =>
  defaultKeybindingsHandlerIgnore(event) ||
  (event.target as Element).closest?.('[role="menu"], [role="dialog"]') !== null

/** How long tinykeys waits for the second key of a sequence. */
const SEQUENCE_WITHIN = 1_000 // ms
const isSequence = ({ keys }: WithKeys) => keys.includes(' ')

const bindings = (commands: readonly WithKeys[], isSecond: (event: KeyboardEvent) => boolean) =>
  Object.fromEntries(
    commands.flatMap((command) => {
      const press = (event: KeyboardEvent) => {
        if (!isSequence(command) && isSecond(event)) return
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

/** Listens for the shortcuts of all commands: chords wherever the caret is, bare keys outside of fields. */
export function useShortcuts(commands: Commands) {
  useEffect(() => {
    const all = withKeys(commands)
    const begins = new Set(all.filter(isSequence).map(({ keys }) => keys.split(' ')[0]))
    let began = Number.NEGATIVE_INFINITY
    /** The end of a sequence is not a shortcut by itself: `g a` opens a page, and assigns nothing. */
    const isSecond = ({ timeStamp }: KeyboardEvent) => timeStamp - began < SEQUENCE_WITHIN
    const note = ({ key, timeStamp }: KeyboardEvent) => {
      began = begins.has(key) ? timeStamp : Number.NEGATIVE_INFINITY
    }
    const stopChords = tinykeys(
      window,
      bindings(all.filter(isChord), () => false),
      { ignore: () => false },
    )
    const stopKeys = tinykeys(
      window,
      bindings(
        all.filter((command) => !isChord(command)),
        isSecond,
      ),
      {
        ignore: isTaken,
      },
    )
    // After the shortcuts have received it.
    window.addEventListener('keydown', note)
    return () => {
      stopChords()
      stopKeys()
      window.removeEventListener('keydown', note)
    }
  }, [commands])
}
