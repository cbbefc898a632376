import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ResourceRef } from '../../machines/resource/resource.machine.ts'
import type { ResourceName, Resources } from '../../machines/resource/resource.types.ts'
import { NotFound } from './not-found.tsx'
import { ErrorState } from './states.tsx'

interface ResourceViewProps<Name extends ResourceName> {
  resource: { name: Name; actor: ResourceRef }
  skeleton: ReactNode
  empty?: ReactNode
  children: (data: Resources[Name]['data']) => ReactNode
}

/** The four states of everything that is read from the server. */
export function ResourceView<Name extends ResourceName>({
  resource: { actor },
  skeleton,
  empty,
  children,
}: ResourceViewProps<Name>) {
  const phase = useSelector(actor, (resource) => resource.value)
  const { data, error } = useSelector(actor, (resource) => resource.context)
  if (phase === 'loading') return skeleton
  if (phase === 'missing') return <NotFound />
  if (phase === 'failed')
    return <ErrorState message={error ?? ''} onRetry={() => actor.send({ type: 'retry.requested' })} />
  if (phase === 'empty' && empty) return empty
  return children(data as Resources[Name]['data'])
}
