import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { PassageSearchRef } from '../../../machines/knowledge/passage-search.machine.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Select } from '../../parts/select-field.tsx'
import { SkeletonLine } from '../../parts/states.tsx'
import { useOrganizationId, useResource } from '../../workspace.ts'

interface Named {
  readonly id: string
  readonly name: string
}

interface OneOfProps {
  label: string
  options: readonly Named[]
  value: string
  placeholder: string
  onChange: (id: string) => void
}

/** One of many by name, or none. */
export function OneOf({ label, options, value, placeholder, onChange }: OneOfProps) {
  const id = useId()
  return (
    <Flex align="center" gap="2" minWidth={0} flex="1 1 14rem">
      <label htmlFor={id}>
        <Text as="span" textStyle="small" color="ink.2">
          {label}
        </Text>
      </label>
      <Select
        id={id}
        height="34px"
        fontSize="sm"
        px="2"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        none={placeholder}
        options={options.map(({ id: key, name }) => [key, name])}
      />
    </Flex>
  )
}

/** Where to search: everywhere, in one knowledge base, or in one of its documents. */
export function ScopeFields({
  search,
  bases,
}: {
  search: PassageSearchRef
  bases: readonly KnowledgeBase[]
}) {
  const { knowledgeBaseId, documentId } = useSelector(search, ({ context }) => context.scope)
  const only = bases.length === 1 ? (bases[0]?.id ?? null) : null
  const documentsOf = knowledgeBaseId ?? only
  return (
    <Flex mt="3" gap="4" wrap="wrap">
      {only === null && (
        <OneOf
          label={t('In')}
          options={bases}
          value={knowledgeBaseId ?? ''}
          placeholder={t('All knowledge bases')}
          onChange={(id) =>
            search.send({ type: 'scope.changed', scope: { knowledgeBaseId: id || null, documentId: null } })
          }
        />
      )}
      {documentsOf !== null && (
        <DocumentsOf
          key={documentsOf}
          knowledgeBaseId={documentsOf}
          value={documentId ?? ''}
          placeholder={t('All documents')}
          onChange={(id) =>
            search.send({ type: 'scope.changed', scope: { knowledgeBaseId, documentId: id || null } })
          }
        />
      )}
    </Flex>
  )
}

interface DocumentsOfProps extends Pick<OneOfProps, 'value' | 'placeholder' | 'onChange'> {
  knowledgeBaseId: string
}

/** The documents of one knowledge base. */
export function DocumentsOf({ knowledgeBaseId, ...field }: DocumentsOfProps) {
  const label = t('Document')
  const documents = useResource('documents', { organizationId: useOrganizationId(), knowledgeBaseId })
  return (
    <ResourceView label={label} resource={documents} skeleton={<SkeletonLine width="9rem" height="2em" />}>
      {(list) => <OneOf label={label} options={list} {...field} />}
    </ResourceView>
  )
}
