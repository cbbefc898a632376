import { Box } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ComponentProps, ReactNode } from 'react'
import type { ResourceRef } from '../../machines/shell/resource/resource.machine.ts'
import type { ResourceName, Resources } from '../../machines/shell/resource/resource.types.ts'
import { t } from '../../texts/t.ts'
import { FieldSet } from './field-set.tsx'
import { ButtonLink } from './link.tsx'
import { NotFound } from './not-found.tsx'
import { Notice } from './notice.tsx'
import { Page } from './page.tsx'
import { SkeletonFields } from './skeletons.tsx'
import { FailedRead, NotOffered, RetryButton } from './states.tsx'

interface ResourceViewProps<Name extends ResourceName> {
  resource: { name: Name; actor: ResourceRef }
  skeleton: ReactNode
  empty?: ReactNode
  /** Title of the page, if this is its whole content: errors are shown below it. */
  title?: string
  /** Label of the field, if this is what it offers: errors are one line below it. */
  label?: string
  children: (data: Resources[Name]['data']) => ReactNode
}

/** The thing that the address names: if it is missing, the page is. */
const NAMED_BY_ADDRESS: ReadonlySet<ResourceName> = new Set([
  'integration',
  'knowledgeBase',
  'goldenQuestions',
  'conversation',
])

/** The four states of everything that is read from the server. */
export function ResourceView<Name extends ResourceName>({
  resource: { name, actor },
  skeleton,
  empty,
  title,
  label,
  children,
}: ResourceViewProps<Name>) {
  const phase = useSelector(actor, (resource) => resource.value)
  const isGone = useSelector(actor, (resource) => resource.matches({ ready: 'refused' }))
  const { data, error } = useSelector(actor, (resource) => resource.context)
  const content = () => {
    if (phase === 'loading') return skeleton
    if (phase === 'missing' && NAMED_BY_ADDRESS.has(name)) return <NotFound />
    if (phase === 'missing' || phase === 'unoffered')
      return (
        <Told title={title} label={label}>
          <NotOffered />
        </Told>
      )
    if (error !== null && data === undefined)
      return (
        <Told title={title} label={label}>
          {label === undefined ? (
            <FailedRead actor={actor} message={error}>
              <ButtonLink to="/">{t('Go to Home')}</ButtonLink>
            </FailedRead>
          ) : (
            <Notice tone="error">
              {error} <RetryButton actor={actor} variant="link" size="inline" />
            </Notice>
          )}
        </Told>
      )
    if (phase === 'empty' && empty) return empty
    return children(data as Resources[Name]['data'])
  }
  // In one place from the skeleton on, so that React keeps the element that has the focus.
  return (
    <>
      {isGone && NAMED_BY_ADDRESS.has(name) && (
        <Box px={{ base: '5', md: '11' }} pt="5">
          <Notice tone="error">{error}</Notice>
        </Box>
      )}
      {content()}
    </>
  )
}

interface ToldProps {
  title: string | undefined
  label: string | undefined
  children: ReactNode
}

function Told({ title, label, children }: ToldProps) {
  if (title !== undefined) return <Page title={title}>{children}</Page>
  if (label !== undefined) return <FieldSet label={label}>{children}</FieldSet>
  return children
}

/** A field whose choices are read from the server: if they cannot be, its label stays, with the reason. */
export const FieldView = <Name extends ResourceName>(
  props: { label: string } & Pick<ComponentProps<typeof ResourceView<Name>>, 'resource' | 'children'>,
) => <ResourceView {...props} skeleton={<SkeletonFields count={1} />} />
