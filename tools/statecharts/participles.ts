/** Verbs whose past participle is not `-ed`. */
const IRREGULAR: Readonly<Record<string, string>> = {
  await: 'awaited',
  begin: 'begun',
  find: 'found',
  forget: 'forgotten',
  go: 'gone',
  hold: 'held',
  keep: 'kept',
  leave: 'left',
  put: 'put',
  read: 'read',
  reset: 'reset',
  run: 'run',
  say: 'said',
  send: 'sent',
  stop: 'stopped',
  submit: 'submitted',
  take: 'taken',
  tell: 'told',
  undo: 'undone',
  write: 'written',
}

/** Verbs that actor names begin with. */
const REGULAR = new Set(
  `accept add apply ask carry change close confirm count create decide decline edit explain finalize import load log open preview query
  refresh register reload remove restore retry save search start use verify watch`.split(/\s+/),
)

/** `load` → `loaded`; undefined if it is not a verb. */
export function participle(verb: string): string | undefined {
  const irregular = IRREGULAR[verb]
  if (irregular !== undefined || !REGULAR.has(verb)) return irregular
  if (verb === 'log') return 'logged'
  if (verb.endsWith('e')) return `${verb}d`
  return /[^aeo]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`
}

/** `remember` → `remembers`. */
export function thirdPerson(verb: string): string {
  if (/(?:s|sh|ch|x|o)$/.test(verb)) return `${verb}es`
  return /[^aeo]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`
}

export const isPlural = (noun: string) => /[^su]s$/.test(noun)
