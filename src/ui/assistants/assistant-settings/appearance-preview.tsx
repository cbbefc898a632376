import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { MessageSquare } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { inkOn } from '../../../services/contract/brand-accents.ts'
import { hexOf } from '../../../services/contract/brand-color.ts'
import type { AssistantSettings } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { AssistantAvatar } from '../../conversations/conversation/assistant-avatar.tsx'
import { brandProperties } from '../../conversations/conversation/brand.ts'
import { PoweredBy } from '../../conversations/conversation/powered-by.tsx'
import { QuestionField } from '../../conversations/conversation/question-field.tsx'
import { Starters } from '../../conversations/conversation/starters.tsx'
import { Button } from '../../parts/button.tsx'
import { useFormValues } from '../../parts/form.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Segmented } from '../../parts/segmented.tsx'

type Theme = 'light' | 'dark'
const themes: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
]

/** The public page and the launcher, with the typed values. */
export function AppearancePreview({ name, logoUrl }: { name: string; logoUrl: string }) {
  const [theme, setTheme] = useState<Theme>('light')
  const values = useFormValues() as unknown as AssistantSettings
  return (
    <Stack
      as="section"
      aria-label={t('Preview')}
      gap="5"
      position={{ xl: 'sticky' }}
      top="6"
      minWidth={0}
      maxWidth="27rem"
    >
      <Flex justify="space-between" align="center" gap="4">
        <Text textStyle="section" as="h2">
          {t('Preview')}
        </Text>
        <Segmented legend={t('Preview theme')} options={themes} chosen={theme} onChoose={setTheme} />
      </Flex>
      {/* It repeats what the fields say, and nothing in it can be pressed. */}
      <Stack
        aria-hidden
        inert
        gap="5"
        style={{ ...brandProperties(values.color), colorScheme: theme }}
        color="ink"
      >
        <PagePreview {...values} name={name} logo_url={logoUrl} />
        <LauncherPreview {...values} name={name} />
      </Stack>
    </Stack>
  )
}

const Framed = ({ children }: { children: ReactNode }) => (
  <Box bg="paper" border="1px solid" borderColor="rule.2" borderRadius="lg" overflow="hidden">
    {children}
  </Box>
)

type Shown = AssistantSettings & { readonly name: string }

const nothing = () => {}

const PagePreview = (shown: Shown) => (
  <Framed>
    <Flex align="center" gap="3" px="4" py="2.5" bg="sheet" borderBottom="1px solid" borderColor="rule">
      <AssistantAvatar of={shown} size="32px" />
      <Text textStyle="section" truncate>
        {shown.name}
      </Text>
    </Flex>
    <Stack gap="5" px="4" py="7" fontSize="md">
      <Text textStyle="section" overflowWrap="anywhere">
        {shown.welcome_message || t('What would you like to know?')}
      </Text>
      <Starters
        questions={shown.starter_questions.filter((question) => question.trim() !== '')}
        onAsk={nothing}
      />
    </Stack>
    <Stack gap="2" px="4" pb="4">
      <QuestionField
        text=""
        placeholder={t('Ask {name}…', { name: shown.name })}
        onChange={nothing}
        onSubmit={nothing}
      >
        <Button variant="primary" size="sm">
          {t('Ask')}
        </Button>
      </QuestionField>
      <Flex textStyle="small" color="ink.3" justify="space-between" gap="3" minHeight="1.5em">
        <Text>
          <Rich
            text={t('Read <0>the source</0>')}
            parts={[<chakra.span color="accent" textDecoration="underline" />]}
          />
        </Text>
        {shown.powered_by && <PoweredBy />}
      </Flex>
    </Stack>
  </Framed>
)

const LauncherPreview = ({ name, color, launcher_label, launcher_position }: Shown) => {
  const fill = hexOf(color)
  return (
    <Framed>
      <Stack gap="2.5" px="5" pt="5" pb="4">
        {['70%', '92%', '58%'].map((width) => (
          <Box key={width} height="2" width={width} bg="rule" borderRadius="full" />
        ))}
        <Flex justify={launcher_position} mt="4">
          <Flex
            align="center"
            gap="2"
            height="12"
            px="5"
            maxWidth="full"
            borderRadius="full"
            fontWeight="semibold"
            boxShadow="float"
            style={{ backgroundColor: fill, color: inkOn(fill) }}
            css={{ '& svg': { width: '20px', height: '20px' } }}
          >
            <MessageSquare aria-hidden />
            <Text as="span" truncate>
              {launcher_label || t('Ask {name}', { name })}
            </Text>
          </Flex>
        </Flex>
      </Stack>
    </Framed>
  )
}
