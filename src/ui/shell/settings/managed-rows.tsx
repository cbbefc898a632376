import { Stack } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import type { ResourceName, Resources } from '../../../machines/shell/resource/resource.types.ts'
import { NeedsVerified, useIsUnverified } from '../../accounts/verification/needs-verified.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { EmptyState } from '../../parts/states.tsx'

interface ManagedRowsProps<Name extends ResourceName> {
  title: string
  lead: ReactNode
  /** Adds one; needs a confirmed address. */
  action: ReactNode
  /** The action, as a verb phrase: `create webhooks`. */
  needs: string
  resource: ComponentProps<typeof ResourceView<Name>>['resource']
  /** The title, then the text if there are none. */
  empty: readonly [string, ReactNode]
  children: (list: Resources[Name]['data']) => ReactNode
}

/** A list of things that someone with a confirmed address can add to. */
export const ManagedRows = <Name extends ResourceName>({
  title,
  lead,
  action,
  needs,
  resource,
  empty: [emptyTitle, emptyText],
  children,
}: ManagedRowsProps<Name>) => (
  <Section title={title} lead={lead} action={!useIsUnverified() && action}>
    <Stack gap="4">
      <NeedsVerified to={needs} />
      <ResourceView
        resource={resource}
        skeleton={<SkeletonRows count={2} />}
        empty={<EmptyState title={emptyTitle}>{emptyText}</EmptyState>}
      >
        {(list) => <Rows label={title}>{children(list)}</Rows>}
      </ResourceView>
    </Stack>
  </Section>
)
