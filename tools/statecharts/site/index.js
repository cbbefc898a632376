const filter = document.querySelector('#filter')
const found = document.querySelector('#found')
const machines = [...document.querySelectorAll('.machine')]

filter.hidden = false
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const machine of machines) machine.hidden = !words.every((word) => machine.dataset.find.includes(word))
  const shown = machines.filter((machine) => !machine.hidden).length
  found.textContent = words.length === 0 ? '' : `${shown} of ${machines.length} machines`
})
