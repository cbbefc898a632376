import { Flex } from '@chakra-ui/react'
import type { ApiKey, ApiKeyScope, OrganizationApiKey } from '../../../services/contract/security.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { KeyFacts } from '../../parts/credentials.tsx'
import { Row } from '../../parts/row.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvided } from '../../provided.ts'

const scopeName: Readonly<Record<ApiKeyScope, string>> = {
  read: t('read'),
  ask: t('ask'),
  write: t('write'),
  manage: t('manage'),
}

const EXAMPLE_KEY = '$LECTERN_KEY'

interface KeyRowProps {
  apiKey: ApiKey | OrganizationApiKey
  onDelete: () => void
}

export function KeyRow({ apiKey, onDelete }: KeyRowProps) {
  const { name, scopes } = apiKey
  const maker = 'created_by' in apiKey ? apiKey.created_by : null
  return (
    <Row
      title={
        <>
          {name}
          {scopes.map((scope) => (
            <Badge key={scope} tone="quiet">
              {scopeName[scope]}
            </Badge>
          ))}
        </>
      }
      aside={
        <Flex gap="2" wrap="wrap" justify="flex-end">
          <CopyExample name={name} />
          <Button size="sm" aria-label={t('Delete the key {name}', { name })} onClick={onDelete}>
            {t('Delete')}
          </Button>
        </Flex>
      }
    >
      <KeyFacts {...apiKey} />
      {maker !== null && <> · {t('created by {maker}', { maker })}</>}
    </Row>
  )
}

/** Copies a first request; the secret is not known any more, so a variable replaces it. */
function CopyExample({ name }: { name: string }) {
  const exampleFor = useProvided('exampleFor')
  return (
    <CopyButton
      text={exampleFor(EXAMPLE_KEY)}
      label={(copied) =>
        copied ? t('The example for {name} is copied', { name }) : t('Copy an example for {name}', { name })
      }
    >
      {(copied) => (copied ? t('Copied') : t('Copy example'))}
    </CopyButton>
  )
}
