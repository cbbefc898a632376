/** Mutants that behave like the machine; `<transition>: <change>` → why. */
export const EQUIVALENT: Readonly<Record<string, string>> = {
  'session.signedIn.waiting.usable | http.unauthorized | 0: other target':
    'the other state chooses at once, and a rejected token leads to the same one',
  'session.signedIn.refreshing.usable | http.unauthorized | 0: other target':
    'the other state chooses at once, and a rejected token leads to the same one',
  'share.shown.limited | clock.tick | 1: removed':
    'the machine as a whole remembers the time in the same way',
  'upload.asking | namesakes.decided | 0: other target': 'the other state sends at once what waits',
  'upload.failed.interrupted | line.returned | 0: other target': 'the other state sends at once what waits',
  'upload.failed | files.chosen | 0: other target': 'the other state sends at once what waits',
  'upload.failed | retry.requested | 0: other target': 'the other state sends at once what waits',
  'organizations.ready.selection.none | always | 0: other target':
    'goes to `choosing`, which finds an organization and leads to `current`',
}
