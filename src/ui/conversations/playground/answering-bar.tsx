import { Flex, Text } from '@chakra-ui/react'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { usePath } from '../../actors.ts'
import { formatSettingNames } from '../../parts/format-setting-names.ts'
import { Link } from '../../parts/link.tsx'

const CHOICES = [
  { shown: 'draft', label: t('Draft') },
  { shown: 'published', label: t('Published') },
  { shown: 'both', label: t('Side by side') },
] as const

type Shown = (typeof CHOICES)[number]['shown']

/** The choice in the address; the draft by default. */
export const answeringOf = (asked: string | null): Shown =>
  CHOICES.find(({ shown }) => shown === asked)?.shown ?? 'draft'

const said = (shown: Shown, { config_version, draft_changes }: Integration) => {
  if (config_version === null) return t('You’re testing the draft. Nothing is published yet.')
  const isSame = draft_changes.length === 0
  if (shown === 'published')
    return t('You’re testing version {config_version}, the one visitors use.', { config_version })
  if (isSame)
    return shown === 'both'
      ? t('The draft and version {config_version} are the same. Change the draft to compare.', {
          config_version,
        })
      : t('You’re testing the draft. No changes since version {config_version}.', {
          config_version,
        })
  return shown === 'both'
    ? t('Changed in the draft since version {config_version}: {draft_changes}.', {
        config_version,
        draft_changes: formatSettingNames(draft_changes),
      })
    : t('You’re testing the draft. Changed since version {config_version}: {draft_changes}.', {
        config_version,
        draft_changes: formatSettingNames(draft_changes),
      })
}

/** The answering configuration, and links to the others; kept in the address. */
export function AnsweringBar({ integration, shown }: { integration: Integration; shown: Shown }) {
  const path = usePath()
  return (
    <Flex
      align="center"
      justify="space-between"
      wrap="wrap"
      gap="3"
      rowGap="2"
      px={{ base: '5', md: '8' }}
      py="2.5"
      borderBottom="1px solid"
      borderColor="rule"
    >
      <Text
        textStyle="small"
        color="ink.2"
        role="status"
        flex={{ base: '1 1 100%', md: '1 1 0' }}
        order={{ base: '1', md: '0' }}
      >
        {said(shown, integration)}
      </Text>
      <Flex
        as="nav"
        aria-label={t('Version to test')}
        gap="1"
        border="1px solid"
        borderColor="rule"
        borderRadius="sm"
        p="0.5"
      >
        {CHOICES.map((choice) => (
          <Link
            key={choice.shown}
            to={`${path}?answers=${choice.shown}`}
            aria-current={choice.shown === shown ? 'page' : undefined}
            px="3"
            py="1"
            fontSize="sm"
            color={choice.shown === shown ? 'accent' : 'ink.2'}
            bg={choice.shown === shown ? 'accent.wash' : 'transparent'}
            _hover={{ textDecoration: 'none', color: 'ink' }}
          >
            {choice.label}
          </Link>
        ))}
      </Flex>
    </Flex>
  )
}
