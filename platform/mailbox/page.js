// The page works without this script. It shows times as the reader's clock has them, copies a code
// at a click, and looks for new mails without touching the one that is being read.
(() => {
	const said = document.getElementById("said");
	const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
	const long = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

	const ago = (date) => {
		const seconds = Math.round((date - Date.now()) / 1000);
		for (const [unit, size] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
			if (-seconds >= size) return relative.format(-Math.floor(-seconds / size), unit);
		}
		return relative.format(Math.min(0, seconds), "second");
	};
	const showTimes = () => {
		for (const time of document.querySelectorAll("time")) {
			const date = new Date(time.dateTime);
			time.title = long.format(date);
			time.textContent = time.className === "long" ? `${long.format(date)} (${ago(date)})` : ago(date);
		}
	};
	const showCodes = () => {
		for (const code of document.querySelectorAll("code[data-code]")) {
			code.tabIndex = 0;
			code.setAttribute("role", "button");
			code.title = "Copy";
		}
	};
	const say = (text) => {
		said.textContent = text;
		clearTimeout(say.timer);
		say.timer = setTimeout(() => { said.textContent = ""; }, 2000);
	};
	const copy = async (code) => {
		try {
			await navigator.clipboard.writeText(code.dataset.code);
			say(`${code.dataset.code} is copied`);
		} catch {
			getSelection().selectAllChildren(code);
			say("The code is selected: copy it");
		}
	};
	const codeOf = (event) => event.target.closest("code[data-code]");
	document.addEventListener("click", (event) => codeOf(event) && copy(codeOf(event)));
	document.addEventListener("keydown", (event) => {
		if (codeOf(event) && (event.key === "Enter" || event.key === " ")) {
			event.preventDefault();
			copy(codeOf(event));
		}
	});

	const update = (fresh) => {
		const main = document.querySelector("main");
		const list = main.querySelector("nav"), newList = fresh.querySelector("nav");
		document.title = fresh.title;
		if (!list || !newList) {
			main.replaceWith(fresh.querySelector("main"));
		} else {
			const known = new Set([...list.querySelectorAll("a")].map((a) => a.href));
			const top = list.scrollTop;
			list.replaceWith(newList);
			newList.scrollTop = top;
			for (const a of newList.querySelectorAll("a")) a.parentElement.classList.toggle("new", !known.has(a.href));
			main.dataset.version = fresh.querySelector("main").dataset.version;
		}
		showTimes();
		showCodes();
	};
	const look = async () => {
		if (document.hidden) return;
		const shown = document.querySelector("nav a[aria-current]");
		const url = shown ? shown.href : location.href;
		try {
			const answer = await fetch(url, { headers: { "If-None-Match": `"${document.querySelector("main").dataset.version}"` } });
			if (answer.ok) update(new DOMParser().parseFromString(await answer.text(), "text/html"));
		} catch {
			// the service is away: the next look may find it
		}
	};
	showTimes();
	showCodes();
	setInterval(look, 2000);
	setInterval(showTimes, 15000);
	document.addEventListener("visibilitychange", look);
})();
