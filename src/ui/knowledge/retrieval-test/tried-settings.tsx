import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { RetrievalTestRef } from '../../../machines/knowledge/retrieval-test.machine.ts'
import {
  KNOWLEDGE_TOP_K_MAX,
  type RetrievalSettings,
  SearchMode,
} from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { formatNumber, formatShare } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { Select } from '../../parts/select-field.tsx'
import { SEARCH_MODES } from '../passages/search-modes.ts'

const STEP = 0.05

interface TriedSettingsProps {
  actor: RetrievalTestRef
  stored: RetrievalSettings
  editable: boolean
}

/** Settings for the search beside them; they apply to every other search once they are applied. */
export function TriedSettings({ actor, stored, editable }: TriedSettingsProps) {
  const { mode, top_k, score_threshold } = useSelector(actor, ({ context }) => context.settings)
  const refusal = useSelector(actor, ({ context }) => context.refusal)
  const mayApply = useSelector(actor, (test) => test.can({ type: 'settings.applied' }))
  const applying = useSelector(actor, (test) => test.hasTag('applying'))
  const [isOpen, setIsOpen] = useState(false)
  const fields = useId()
  const change = (settings: Partial<RetrievalSettings>) => actor.send({ type: 'settings.changed', settings })
  return (
    <Box as="section" aria-label={t('Test settings')} gridArea="settings">
      <Button
        hideFrom="lg"
        aria-expanded={isOpen}
        aria-controls={fields}
        onClick={() => setIsOpen((before) => !before)}
      >
        <SlidersHorizontal aria-hidden />
        {t('Test settings')}
      </Button>
      <Flex
        id={fields}
        display={{ base: isOpen ? 'flex' : 'none', lg: 'flex' }}
        direction="column"
        gap="4"
        mt={{ base: '4', lg: '0' }}
      >
        <Setting label={t('Search by')}>
          {(id) => (
            <Select
              id={id}
              value={mode}
              onChange={({ target }) => change({ mode: SearchMode.parse(target.value) })}
              options={SearchMode.options.map((one) => [one, SEARCH_MODES[one]])}
            />
          )}
        </Setting>
        <Setting label={t('Maximum passages')}>
          {(id) => (
            <Select
              id={id}
              value={top_k ?? ''}
              onChange={({ target }) => change({ top_k: target.value === '' ? null : Number(target.value) })}
              none={t('Set by the assistant')}
              options={Array.from({ length: KNOWLEDGE_TOP_K_MAX }, (_, index) => [index + 1, index + 1])}
            />
          )}
        </Setting>
        <Setting label={t('Minimum rank score')} said={formatShare(score_threshold)}>
          {(id) => (
            <chakra.input
              type="range"
              id={id}
              min={0}
              max={1}
              step={STEP}
              value={score_threshold}
              aria-valuetext={formatShare(score_threshold)}
              width="full"
              accentColor="var(--l-colors-accent)"
              onChange={({ target }) => change({ score_threshold: Number(target.value) })}
            />
          )}
        </Setting>
        <Text textStyle="small" color="ink.2">
          {t(
            'Passages of {passage_size} characters, overlapping by {passage_overlap}. Change the size in Settings; it needs a re-index.',
            {
              passage_size: formatNumber(stored.passage_size),
              passage_overlap: formatNumber(stored.passage_overlap),
            },
          )}
        </Text>
        {refusal && <Notice tone="error">{refusal}</Notice>}
        {editable && (
          <Flex gap="2" wrap="wrap">
            <Button
              variant="primary"
              disabled={!mayApply}
              onClick={() => actor.send({ type: 'settings.applied' })}
            >
              {applying ? t('Applying…') : t('Apply these settings')}
            </Button>
            <Button
              variant="ghost"
              disabled={!mayApply}
              onClick={() => actor.send({ type: 'settings.reset' })}
            >
              {t('Reset')}
            </Button>
          </Flex>
        )}
        <Text textStyle="small" color="ink.2" role="status">
          {mayApply
            ? t('Testing. Saved: {mode}, {passages}, minimum rank score {score_threshold}.', {
                mode: SEARCH_MODES[stored.mode],
                passages:
                  stored.top_k === null
                    ? t('set by the assistant')
                    : t('{top_k, plural, one {# passage} other {# passages}}', { top_k: stored.top_k }),
                score_threshold: formatShare(stored.score_threshold),
              })
            : t('These are the saved settings.')}
        </Text>
      </Flex>
    </Box>
  )
}

interface SettingProps {
  label: string
  /** The value, if the control does not show it. */
  said?: string
  children: (id: string) => ReactNode
}

function Setting({ label, said, children }: SettingProps) {
  const id = useId()
  return (
    <Box>
      <Flex justify="space-between" mb="1.5">
        <chakra.label htmlFor={id} fontWeight="semibold" fontSize="sm">
          {label}
        </chakra.label>
        {said && (
          <Text as="span" color="ink.2" fontSize="sm">
            {said}
          </Text>
        )}
      </Flex>
      {children(id)}
    </Box>
  )
}
