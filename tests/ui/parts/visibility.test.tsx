import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useVisibility } from '../../../src/ui/parts/visibility.tsx'
import { draw } from '../../harness/view.tsx'

const HEIGHT = 200

function Watched({ tell }: { tell: (visible: boolean) => void }) {
  const element = useVisibility<HTMLDivElement>(tell)
  return (
    <div data-testid="scroller" style={{ height: HEIGHT, overflow: 'auto' }}>
      <div style={{ height: HEIGHT }} />
      <div ref={element} style={{ height: 100 }} />
      <div style={{ height: 1000 }} />
    </div>
  )
}

it('[S4.19] [S9.5] an item is in view when more than half of it is', async () => {
  const told: boolean[] = []
  await draw(<Watched tell={(visible) => told.push(visible)} />)
  const scroller = page.getByTestId('scroller').element()
  /** So many hundredths of the item. */
  const show = async (part: number) => {
    scroller.scrollTop = part
    // An observer tells within a frame, and its element is painted in the next.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  await show(50)
  expect(told).toEqual([])
  await show(52)
  await expect.poll(() => told).toEqual([true])
  await show(48)
  await expect.poll(() => told).toEqual([true, false])
})
