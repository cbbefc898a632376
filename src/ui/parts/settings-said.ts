import { SETTING_NAMES } from '../../machines/assistant-settings/assistant-settings.machine.ts'

const listed = new Intl.ListFormat('en', { type: 'conjunction' })

/** `name, colour, and language` */
export const settingsSaid = (names: readonly string[]) =>
  listed.format(names.map((name) => SETTING_NAMES[name as keyof typeof SETTING_NAMES] ?? name))
