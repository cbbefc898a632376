import { Box, chakra, Field, Flex, Input, Text } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { accentsOf, contrastOf, PAPER, TEXT_CONTRAST } from '../../../services/contract/brand-accents.ts'
import { type ColorName, hexOf, isBrandColor, NAMED_COLORS } from '../../../services/contract/brand-color.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { FieldSet } from '../../parts/field-set.tsx'
import { useFieldError, useFieldValue, useForm } from '../../parts/form.tsx'
import { formatTenths } from '../../parts/format.ts'

/** Rounded down: 4.49 is not enough, and must not be shown as 4.5. */
const ratio = (contrast: number) => `${formatTenths(Math.floor(contrast * 10) / 10)} : 1`

/** Whether the colour is readable, and the nearest one that is. */
function ColorVerdict({ hex, onPick }: { hex: string; onPick: (hex: string) => void }) {
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

const HEX_WITHOUT_SIGN = /^[0-9a-f]{6}$/i

const colors: readonly [name: ColorName, label: string][] = [
  ['brick', t('Brick')],
  ['rust', t('Rust')],
  ['ochre', t('Ochre')],
  ['moss', t('Moss')],
  ['pine', t('Pine')],
  ['sea', t('Sea')],
  ['indigo', t('Indigo')],
  ['plum', t('Plum')],
]

/** The brand colour: one of ours, or any other. */
export function ColorField() {
  const form = useForm()
  const chosen = useFieldValue('color') as string
  const error = useFieldError('color')
  const isOwn = !Object.hasOwn(NAMED_COLORS, chosen)
  const pick = (value: string) => form.send({ type: 'field.changed', name: 'color', value })
  return (
    <Box>
      <FieldSet label={t('Colour')}>
        <Flex gap="2.5" wrap="wrap" pt="1" align="center">
          {colors.map(([name, label]) => (
            <Swatch
              key={name}
              hex={NAMED_COLORS[name]}
              type="radio"
              name="color"
              value={name}
              aria-label={label}
              checked={chosen === name}
              onChange={() => pick(name)}
            />
          ))}
        </Flex>
      </FieldSet>
      <Field.Root id="field-color" invalid={error !== null} mt="4" maxWidth="16rem">
        <Field.Label>{t('Your own colour')}</Field.Label>
        <Flex gap="2.5" align="center" width="full">
          <Swatch
            hex={hexOf(chosen)}
            type="color"
            aria-label={t('Pick a colour')}
            value={hexOf(chosen).toLowerCase()}
            onChange={({ target }) => pick(target.value.toUpperCase())}
            data-chosen={isOwn || undefined}
          />
          <Input
            name="color-code"
            autoComplete="off"
            spellCheck={false}
            placeholder="#1F6650"
            value={isOwn ? chosen : hexOf(chosen)}
            onChange={({ target: { value } }) =>
              pick(HEX_WITHOUT_SIGN.test(value) ? `#${value.toUpperCase()}` : value)
            }
          />
        </Flex>
        {error && <Field.ErrorText>{error}</Field.ErrorText>}
      </Field.Root>
      {isBrandColor(chosen) ? (
        <ColorVerdict hex={hexOf(chosen)} onPick={pick} />
      ) : (
        <Text textStyle="small" color="ink.2" mt="2">
          {t('Six digits from 0 to F, such as #1F6650.')}
        </Text>
      )}
    </Box>
  )
}

const COVERING = {
  position: 'absolute',
  inset: 0,
  width: 'full',
  height: 'full',
  opacity: 0,
  cursor: 'pointer',
  '&:checked + span, &[data-chosen] + span': {
    outline: '2px solid var(--l-colors-ink)',
    outlineOffset: '2px',
  },
  '&:focus-visible + span': { outline: '2px solid var(--l-colors-accent)', outlineOffset: '3px' },
} as const

interface SwatchProps extends ComponentProps<typeof chakra.input> {
  hex: string
}

/** An input that looks like its colour. */
const Swatch = ({ hex, ...input }: SwatchProps) => (
  <chakra.label display="block" position="relative" cursor="pointer" flexShrink={0}>
    <chakra.input css={COVERING} {...input} />
    <chakra.span
      data-swatch
      display="block"
      width="9"
      height="9"
      borderRadius="full"
      border="1px solid"
      borderColor="rule.2"
      style={{ backgroundColor: hex }}
    />
  </chakra.label>
)
