// What the shop's pages do better with a script. Each part stands alone: where one fails, or
// without any, the links and forms of the page do the same by themselves.

const parts = [once, swapping, updating, suggesting, opening, returning, listening, passkeys];
for (const part of parts) {
	try {
		part();
	} catch (error) {
		console.error(error);
	}
}

// once sends a form one time: a second click would say that a code is spent, or add a thing twice.
// The order's form has a key for that. A form whose answer never came can be sent again by then.
function once() {
	addEventListener("submit", (event) => {
		const form = event.target;
		if (event.defaultPrevented || !form.matches("[method=post]:not([data-update])")) return;
		if (sent.has(form)) {
			event.preventDefault();
			event.stopImmediatePropagation();
			return;
		}
		sent.add(form);
		setTimeout(() => sent.delete(form), 20000);
	});
	addEventListener("pageshow", (event) => {
		if (event.persisted) sent.clear();
	});
}

// sent are the forms that wait for an answer.
const sent = new Set();

// swapping answers links and forms with data-swap without loading the page: the content changes,
// and the place on the page and the focus stay.
function swapping() {
	addEventListener("click", (event) => {
		const link = event.target.closest("a[data-swap]");
		if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		swap(link.href, {}).catch(() => location.assign(link.href));
	});
	addEventListener("change", (event) => {
		const choice = event.target;
		if (!choice.matches("select[data-go]")) return;
		const address = `${choice.form.action}?${new URLSearchParams(new FormData(choice.form))}`;
		swap(address, {}).catch(() => location.assign(address));
	});
	addEventListener("submit", (event) => {
		const form = event.target;
		if (!form.matches("form[data-swap]") || form.method !== "post") return;
		event.preventDefault();
		const button = event.submitter;
		keyOf(form).value = crypto.getRandomValues(new Uint32Array(4)).join("-");
		const body = new URLSearchParams(new FormData(form, button));
		if (button) button.classList.add("busy");
		swap(form.action, { method: "POST", body }).catch(() => {
			form.removeAttribute("data-swap");
			sent.delete(form);
			if (button) button.classList.remove("busy");
			form.requestSubmit(button);
		});
	});
	// A step back or forward shows another page, unless it only leads to another place on this one.
	addEventListener("popstate", () => {
		if (location.pathname + location.search !== shown) location.reload();
	});
}

// keyOf is the field of a form by which the shop knows that it was sent before: what got no answer
// may have been done.
function keyOf(form) {
	const field = form.elements.key ?? document.createElement("input");
	if (!field.form) {
		field.type = "hidden";
		field.name = "key";
		form.append(field);
	}
	return field;
}

// shown is the address of what the page shows.
let shown = location.pathname + location.search;

// turns counts what was asked for.
let turns = 0;

// swap fetches a page and shows its content in place of this one's. A page that is another one than
// this is loaded. Of links that were followed one after the other the last one counts, whichever
// answer is slow.
async function swap(address, request) {
	const turn = ++turns;
	const answer = await fetch(address, { ...request, headers: { Accept: "text/html" }, credentials: "same-origin" });
	if (answer.status >= 500) throw new Error(`status ${answer.status}`);
	const here = new URL(location.href);
	const there = new URL(answer.url);
	if (there.pathname !== here.pathname && request.method === "POST" && answer.redirected) {
		location.assign(answer.url);
		return;
	}
	const page = new DOMParser().parseFromString(await answer.text(), "text/html");
	if (turn !== turns && request.method !== "POST") return;
	const focused = placeOf(document.activeElement);
	replace(page, "main");
	replace(page, ".tools");
	document.title = page.title;
	if (answer.redirected || request.method !== "POST") history.replaceState(null, "", there.href);
	shown = location.pathname + location.search;
	const said = document.querySelector("main [role=status], main [role=alert]");
	if (said) {
		said.tabIndex = -1;
		said.focus();
	} else if (focused) {
		document.querySelector(focused)?.focus({ preventScroll: true });
	}
}

// placeOf says where something is, for the page that comes in place of this one.
function placeOf(element) {
	const having = (of, name) => `[${name}="${CSS.escape(of.getAttribute(name))}"]`;
	if (element?.id) return having(element, "id");
	if (element?.matches("main a[href]")) return `main a${having(element, "href")}`;
	if (element?.matches("main form button[name][value]")) {
		return `main form${having(element.form, "action")} button${having(element, "name")}${having(element, "value")}`;
	}
	return "";
}

function replace(page, selector) {
	const fresh = page.querySelector(selector);
	const old = document.querySelector(selector);
	if (fresh && old) old.replaceWith(document.adoptNode(fresh));
}

// updating works the sum of the checkout out anew when what it hangs on is chosen: the last choice
// counts. A code that is typed is not sent with it, and stays.
function updating() {
	const counts = ["country", "postalCode", "shipping", "address"];
	let running = new AbortController();
	addEventListener("change", async (event) => {
		const form = event.target.closest("form[data-update]");
		// Whoever gets the parcel has a phone number, which is among the fields that are folded.
		if (form && event.target.value === "other") form.querySelector(".fold").open = true;
		if (!form || !counts.includes(event.target.name)) return;
		running.abort();
		const { signal } = (running = new AbortController());
		const body = new URLSearchParams(new FormData(form));
		body.delete("code");
		body.set("update", "1");
		const parts = [...document.querySelectorAll("[data-updated]")];
		for (const part of parts) part.setAttribute("aria-busy", "true");
		try {
			const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin", signal });
			if (answer.redirected) return location.assign(answer.url);
			const page = new DOMParser().parseFromString(await answer.text(), "text/html");
			await pressed;
			if (!signal.aborted) update(form, page, parts);
		} catch (error) {
			if (error.name === "AbortError") return;
			for (const part of parts) part.removeAttribute("aria-busy"); // the button of the page does it
			document.querySelector("form[data-update] .no-script")?.classList.remove("no-script");
		}
	});
	// A button that is replaced while it is pressed would not count as clicked.
	let pressed;
	addEventListener("pointerdown", (event) => {
		if (event.button !== 0 || !event.target.closest("form[data-update] button")) return;
		pressed = new Promise((resolve) => {
			for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(resolve), { once: true });
		});
	});
	// What is sent stays as it was sent: a second click sends the same order, and no answer about the
	// sum leads elsewhere.
	addEventListener("submit", (event) => event.target.matches("form[data-update]") && running.abort());
}

// update takes over what a fresh page of the checkout says. What was typed and chosen, and the
// focus, stay.
function update(form, page, parts) {
	const { name, value } = document.activeElement;
	const code = form.elements.code.value;
	for (const part of parts) {
		const fresh = page.querySelector(`[data-updated="${part.dataset.updated}"]`);
		if (!fresh) throw new Error("not the checkout");
		part.replaceWith(document.adoptNode(fresh));
	}
	for (const field of ["total", "key", "cart"]) form.elements[field].value = page.querySelector(`[name=${field}]`).value;
	form.elements.code.value = code;
	if (document.activeElement !== document.body || !name) return;
	const same = [...form.elements].find((e) => e.name === name && e.value === value);
	same?.focus({ preventScroll: true });
}

// opening sends the token of a mail's link, which the server has not seen, and takes it out of the
// address.
function opening() {
	const form = document.querySelector("form[data-token]");
	const token = location.hash.slice(1);
	if (!form || !token) return;
	history.replaceState(null, "", location.pathname + location.search);
	form.elements.token.value = token;
	form.submit();
}

// returning loads a page anew that the browser had kept as it was left: the cart may be another.
function returning() {
	addEventListener("pageshow", (event) => {
		if (event.persisted) location.reload();
	});
}

// suggesting shows what the search would find while one types.
function suggesting() {
	for (const field of document.querySelectorAll("form.find input[type=search]")) {
		let asked = "";
		let running = new AbortController();
		const list = document.createElement("div");
		list.className = "suggest";
		list.id = `${field.id}-list`;
		list.setAttribute("role", "listbox");
		list.setAttribute("aria-label", field.placeholder);
		field.setAttribute("role", "combobox");
		field.setAttribute("aria-autocomplete", "list");
		field.setAttribute("aria-controls", list.id);
		const options = () => [...list.querySelectorAll("[role=option]")];
		const close = () => {
			list.remove();
			field.setAttribute("aria-expanded", "false");
			field.removeAttribute("aria-activedescendant");
		};
		close();
		field.addEventListener("input", async () => {
			asked = field.value.trim();
			running.abort();
			if (asked.length < 2) return close();
			running = new AbortController();
			try {
				const url = `${field.form.action}/suggest?q=${encodeURIComponent(asked)}`;
				const answer = await fetch(url, { signal: running.signal });
				if (!answer.ok) return close();
				list.innerHTML = new DOMParser().parseFromString(await answer.text(), "text/html").body.innerHTML;
				if (!options().length) return close();
				field.form.append(list);
				field.setAttribute("aria-expanded", "true");
			} catch {
				// another letter was typed, or the search is as good without
			}
		});
		field.addEventListener("keydown", (event) => {
			const all = options();
			const at = all.findIndex((o) => o.getAttribute("aria-selected") === "true");
			if (event.key === "Escape" && list.isConnected) {
				event.preventDefault(); // else the field is emptied
				close();
			}
			if (event.key === "Enter" && at >= 0) {
				event.preventDefault();
				location.assign(all[at].href);
			}
			const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
			if (!step || !list.isConnected || !all.length) return;
			event.preventDefault();
			const next = (at + step + all.length) % all.length;
			all.forEach((o, i) => o.setAttribute("aria-selected", String(i === next)));
			field.setAttribute("aria-activedescendant", all[next].id);
		});
		field.form.addEventListener("focusout", (event) => {
			if (!field.form.contains(event.relatedTarget)) close();
		});
	}
}

// listening keeps the newest message of an account's page new. The stream only rings: what is shown
// comes from the shop. A session that was ended elsewhere ends the page as well, unless something
// was typed into it: then the form says so when it is sent.
function listening() {
	const place = document.querySelector("[data-notices]");
	if (!place) return;
	const typed = () => [...document.querySelectorAll("main input, main textarea")].some((f) => f.value !== f.defaultValue);
	let pause = 2;
	let stream;
	const ask = async (path, request) => {
		const answer = await fetch(`${place.dataset.notices}/${path}`, { ...request, credentials: "same-origin" });
		if (answer.status === 401 && !typed()) location.reload();
		if (!answer.ok) throw new Error(`status ${answer.status}`);
		return answer;
	};
	const show = async () => {
		const page = new DOMParser().parseFromString(await (await ask("latest")).text(), "text/html");
		if (page.body.innerHTML.trim() !== place.innerHTML.trim()) place.innerHTML = page.body.innerHTML;
	};
	const later = (seconds, next) => setTimeout(() => next().catch(() => later(Math.min(seconds * 2, 300), next)), seconds * 1000);
	const poll = async (seconds) => {
		if (!document.hidden) await show();
		later(seconds, () => poll(seconds));
	};
	const open = async () => {
		const how = await (await ask("ticket", { method: "POST" })).json();
		if (how.poll) return later(how.poll, () => poll(how.poll));
		stream = new EventSource(how.stream);
		stream.onopen = () => (pause = 2);
		stream.addEventListener("notification", () => show().catch(() => {}));
		stream.onerror = () => {
			stream.close(); // its ticket is spent
			pause = Math.min(pause * 2, 300);
			later(pause, async () => {
				await show(); // what came meanwhile
				await open();
			});
		};
	};
	later(1, open); // not for a page that is left at once
	addEventListener("pagehide", () => stream?.close());
	addEventListener("pageshow", (event) => event.persisted && open().catch(() => {}));
}

// passkeys lets a passkey be the second factor. Without a script the other ways are there.
function passkeys() {
	const form = document.querySelector("form[data-passkey]");
	if (!form || !window.PublicKeyCredential?.parseRequestOptionsFromJSON) return;
	form.hidden = false;
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		const fault = form.querySelector("[role=alert]");
		fault.hidden = true;
		try {
			const answer = await fetch(form.dataset.passkey, { method: "POST", credentials: "same-origin" });
			const { challenge, publicKey } = await answer.json();
			const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey);
			const credential = await navigator.credentials.get({ publicKey: options });
			form.elements.challenge.value = challenge;
			form.elements.credential.value = JSON.stringify(credential.toJSON());
			form.submit();
		} catch {
			fault.hidden = false;
		}
	});
}
