import type { ComponentType } from 'react'
import { Provide, type Provided } from '../ui/provided.ts'

/** A screen with what it needs. */
export const composed =
  (Screen: ComponentType, value: Partial<Provided>): ComponentType =>
  () => (
    <Provide value={value}>
      <Screen />
    </Provide>
  )
