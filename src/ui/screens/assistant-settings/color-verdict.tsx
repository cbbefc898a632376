import { Flex, Text } from '@chakra-ui/react'
import { accentsOf, contrastOf, PAPER, TEXT_CONTRAST } from '../../../services/contract/brand-accents.ts'
import { Button } from '../../parts/button.tsx'

/** Rounded down: 4.49 is not enough, and is not told as 4.5. */
const ratio = (contrast: number) => `${(Math.floor(contrast * 10) / 10).toFixed(1)} : 1`

/** Whether the colour can be read, and the nearest one that can. */
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
        Buttons get {light.onFill === '#FFFFFF' ? 'white' : 'black'} letters, with a contrast of{' '}
        {ratio(contrastOf(light.fill, light.onFill))}.
      </Text>
      <Text color={passes ? undefined : 'caution'}>
        {passes
          ? `As text it has ${ratio(onPaper)} on the light page, and passes (WCAG AA needs ${TEXT_CONTRAST} : 1).`
          : `As text it has ${ratio(onPaper)} on the light page and needs ${TEXT_CONTRAST} : 1 (WCAG AA). Links and focus use ${light.text}, the nearest shade that passes.`}
      </Text>
      {dark.text !== hex && <Text>In the dark theme links and focus use {dark.text}.</Text>}
      {!passes && (
        <Button size="sm" onClick={() => onPick(light.text)}>
          Use {light.text}
        </Button>
      )}
    </Flex>
  )
}
