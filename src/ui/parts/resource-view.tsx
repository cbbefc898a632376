import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ResourceRef } from '../../machines/shell/resource/resource.machine.ts'
import type { ResourceName, Resources } from '../../machines/shell/resource/resource.types.ts'
import { t } from '../../texts/t.ts'
import { ButtonLink } from './link.tsx'
import { NotFound } from './not-found.tsx'
import { Page } from './page.tsx'
import { FailedRead, NotOffered } from './states.tsx'

interface ResourceViewProps<Name extends ResourceName> {
  resource: { name: Name; actor: ResourceRef }
  skeleton: ReactNode
  empty?: ReactNode
  /** Title of the page, if this is its whole content: errors are shown below it. */
  title?: string
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
  children,
}: ResourceViewProps<Name>) {
  const phase = useSelector(actor, (resource) => resource.value)
  const { data, error } = useSelector(actor, (resource) => resource.context)
  if (phase === 'loading') return skeleton
  if (phase === 'missing' && NAMED_BY_ADDRESS.has(name)) return <NotFound />
  if (phase === 'missing' || phase === 'unoffered')
    return (
      <Told title={title}>
        <NotOffered />
      </Told>
    )
  if (error !== null && data === undefined)
    return (
      <Told title={title}>
        <FailedRead actor={actor} message={error}>
          <ButtonLink to="/">{t('Go to Home')}</ButtonLink>
        </FailedRead>
      </Told>
    )
  if (phase === 'empty' && empty) return empty
  return children(data as Resources[Name]['data'])
}

const Told = ({ title, children }: { title: string | undefined; children: ReactNode }) =>
  title === undefined ? children : <Page title={title}>{children}</Page>
