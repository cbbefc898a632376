import { Flex } from '@chakra-ui/react'
import type { ModelProtocol, ModelProvider } from '../../../services/contract/models.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { formatSum, listed } from '../../parts/format.ts'
import { Row } from '../../parts/row.tsx'
import { Badge } from '../../parts/status-badge.tsx'

/** Product names, the same in every language. */
export const PROTOCOLS: Readonly<Record<ModelProtocol, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  ollama: 'Ollama',
}

interface ProviderRowProps {
  provider: ModelProvider
  onChange: () => void
  onDelete: () => void
}

export function ProviderRow({ provider, onChange, onDelete }: ProviderRowProps) {
  const { name, protocol, base_url, key_hint, models, currency, used_by } = provider
  const priced = models.map(({ name: model, input, output }) =>
    input === null || output === null
      ? model
      : t('{model} ({input} input, {output} output)', {
          model,
          input: formatSum(input, currency),
          output: formatSum(output, currency),
        }),
  )
  const key =
    key_hint === null
      ? t('without a key')
      : key_hint === ''
        ? t('key stored')
        : t('key ending in {key_hint}', { key_hint })
  return (
    <Row title={name} badge={<Badge tone="quiet">{PROTOCOLS[protocol]}</Badge>}>
      {`${base_url} · ${key}`}
      <br />
      {priced.join(' · ')}
      <br />
      {used_by.length === 0
        ? t('No assistant uses it.')
        : t('Used by {assistants}.', { assistants: listed(used_by) })}
      <Flex as="span" gap="2" wrap="wrap" mt="2.5">
        <Button size="sm" aria-label={t('Change {name}', { name })} onClick={onChange}>
          {t('Change')}
        </Button>
        <Button size="sm" aria-label={t('Delete {name}', { name })} onClick={onDelete}>
          {t('Delete')}
        </Button>
      </Flex>
    </Row>
  )
}
