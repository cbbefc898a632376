import { SETTING_NAMES } from '../../machines/assistants/assistant-settings.machine.ts'
import { listed } from './format.ts'

/** `name, colour, and language` */
export const formatSettingNames = (names: readonly string[]) =>
  listed(names.map((name) => SETTING_NAMES[name as keyof typeof SETTING_NAMES] ?? name))
