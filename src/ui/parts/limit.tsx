import { Text } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { formatNumber } from './format.ts'

/** From this share of the maximum, the length is shown. */
const NEAR = 0.9

export const isTooLong = (text: string, max: number | undefined) => max !== undefined && text.length > max

/** Typed or pasted text is never cut silently: its length is shown, and an error if it is too long. */
export function Limit({ text, max }: { text: string; max: number | undefined }) {
  if (max === undefined || text.length < max * NEAR) return null
  const [length, room] = [formatNumber(text.length), formatNumber(max)]
  return isTooLong(text, max) ? (
    <Text role="status" textStyle="small" color="accent" fontWeight="medium">
      {t('Use at most {room} characters. You entered {length}.', { room, length })}
    </Text>
  ) : (
    <Text textStyle="small" color="ink.3">
      {t('{length} of {room} characters', { length, room })}
    </Text>
  )
}
