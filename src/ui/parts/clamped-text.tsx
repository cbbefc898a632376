import { Text, type TextProps } from '@chakra-ui/react'
import { useState } from 'react'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'

/** Characters that fill more than three lines everywhere. */
const LONG = 300

/** A text of any length: three lines, and the rest on request. */
export function ClampedText({ children, ...text }: TextProps & { children: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = children.length > LONG
  return (
    <>
      <Text overflowWrap="anywhere" lineClamp={isLong && !isWhole ? 3 : undefined} {...text}>
        {children}
      </Text>
      {isLong && (
        <Button variant="link" size="inline" fontSize="sm" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('Show less') : t('Show whole text')}
        </Button>
      )}
    </>
  )
}
