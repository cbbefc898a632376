import type { ComponentProps } from 'react'
import type { ResourceName } from '../../machines/shell/resource/resource.types.ts'
import { ResourceView } from './resource-view.tsx'
import { SkeletonFields } from './skeletons.tsx'

/** A field whose choices are read from the server: if they cannot be, its label stays, with the reason. */
export const FieldView = <Name extends ResourceName>(
  props: { label: string } & Pick<ComponentProps<typeof ResourceView<Name>>, 'resource' | 'children'>,
) => <ResourceView {...props} skeleton={<SkeletonFields count={1} />} />
