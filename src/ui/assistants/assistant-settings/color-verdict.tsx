import { Flex, Text } from '@chakra-ui/react'
import { accentsOf, contrastOf, PAPER, TEXT_CONTRAST } from '../../../services/contract/brand-accents.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { formatTenths } from '../../parts/format.ts'

/** Rounded down: 4.49 is not enough, and must not be shown as 4.5. */
const ratio = (contrast: number) => `${formatTenths(Math.floor(contrast * 10) / 10)} : 1`

/** Whether the colour is readable, and the nearest one that is. */
export function ColorVerdict({ hex, onPick }: { hex: string; onPick: (hex: string) => void }) {
  const light = accentsOf(hex, 'light')
  const dark = accentsOf(hex, 'dark')
  const onPaper = contrastOf(hex, PAPER.light)
  const passes = light.text === hex
  return (
    <Flex
      role="status"
      direction="column"
      gap="1.5"
      align="flex-start"
      mt="3"
      textStyle="small"
      color="ink.2"
    >
      <Text>
        {t('Button text is {ink, select, white {white} other {black}}, with a contrast of {contrast}.', {
          ink: light.onFill === '#FFFFFF' ? 'white' : 'black',
          contrast: ratio(contrastOf(light.fill, light.onFill)),
        })}
      </Text>
      <Text color={passes ? undefined : 'caution'}>
        {passes
          ? t(
              'Its contrast as text on the light page is {onPaper}, which passes (WCAG AA requires {textContrast} : 1).',
              {
                onPaper: ratio(onPaper),
                textContrast: TEXT_CONTRAST,
              },
            )
          : t(
              'Its contrast as text on the light page is {onPaper}; WCAG AA requires {textContrast} : 1. Links and focus use {text}, the nearest shade that passes.',
              { onPaper: ratio(onPaper), textContrast: TEXT_CONTRAST, text: light.text },
            )}
      </Text>
      {dark.text !== hex && (
        <Text>{t('In the dark theme, links and focus use {text}.', { text: dark.text })}</Text>
      )}
      {!passes && (
        <Button size="sm" onClick={() => onPick(light.text)}>
          {t('Use {text}', { text: light.text })}
        </Button>
      )}
    </Flex>
  )
}
